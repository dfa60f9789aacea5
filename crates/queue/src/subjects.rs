//! The names of the streams, subjects and consumers of a run.

use zermelo_arena::job::JobId;

/// The streams and subjects of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Subjects {
    /// The key of the run.
    pub(crate) run: String,
}

const JOBS: &str = "zermelo-jobs-";

/// The consumer of the job stream, shared by all workers.
pub(crate) const WORKERS: &str = "workers";
/// The consumer of the result stream.
pub(crate) const COLLECTOR: &str = "collector";

impl Subjects {
    pub(crate) fn new(run: &str) -> Self {
        Self { run: run.to_owned() }
    }

    /// The run of a job stream; `None` for other streams.
    pub(crate) fn from_jobs_stream(name: &str) -> Option<Self> {
        name.strip_prefix(JOBS).map(Self::new)
    }

    pub(crate) fn jobs_stream(&self) -> String {
        format!("{JOBS}{}", self.run)
    }

    pub(crate) fn results_stream(&self) -> String {
        format!("zermelo-results-{}", self.run)
    }

    /// The subject of a job; `*` matches all jobs.
    pub(crate) fn job(&self, job: &str) -> String {
        format!("zermelo.jobs.{}.{job}", self.run)
    }

    /// The subject of a result; `*` matches all results.
    pub(crate) fn result(&self, job: &str) -> String {
        format!("zermelo.results.{}.{job}", self.run)
    }

    /// The dead-letter subject of a job; `*` matches all.
    pub(crate) fn dead_letter(&self, job: &str) -> String {
        format!("zermelo.dead.{}.{job}", self.run)
    }
}

/// The job that a subject names.
pub(crate) fn job_id(subject: &str) -> Option<JobId> {
    u64::from_str_radix(subject.rsplit('.').next()?, 16).ok().map(JobId)
}

/// Whether a subject is the dead-letter subject of a job.
pub(crate) fn is_dead_letter(subject: &str) -> bool {
    subject.starts_with("zermelo.dead.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_names_its_job() {
        let subjects = Subjects::new("00ff-01");
        let job = JobId(0xfe);
        assert_eq!(subjects.job(&job.to_string()), "zermelo.jobs.00ff-01.00000000000000fe");
        assert_eq!(job_id(&subjects.job(&job.to_string())), Some(job));
        assert_eq!(job_id("zermelo.jobs.x.*"), None);
        assert!(is_dead_letter(&subjects.dead_letter("fe")) && !is_dead_letter(&subjects.result("fe")));
        assert_eq!(Subjects::from_jobs_stream(&subjects.jobs_stream()), Some(subjects.clone()));
        assert_eq!(Subjects::from_jobs_stream(&subjects.results_stream()), None);
    }
}
