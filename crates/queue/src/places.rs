//! The names of streams, subjects and consumers of a run.

use zermelo_arena::job::JobId;

/// Where the messages of a run are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Places {
    /// The name of the run.
    pub(crate) key: String,
}

const JOBS: &str = "zermelo-jobs-";

/// The consumer that all workers share.
pub(crate) const WORKERS: &str = "workers";
/// The consumer of the run itself.
pub(crate) const COLLECTOR: &str = "collector";

impl Places {
    pub(crate) fn new(key: &str) -> Self {
        Self { key: key.to_owned() }
    }

    /// The run whose jobs a stream holds.
    pub(crate) fn of_stream(name: &str) -> Option<Self> {
        name.strip_prefix(JOBS).map(Self::new)
    }

    pub(crate) fn jobs_stream(&self) -> String {
        format!("{JOBS}{}", self.key)
    }

    pub(crate) fn results_stream(&self) -> String {
        format!("zermelo-results-{}", self.key)
    }

    /// The subject of a job, or of all with `*`.
    pub(crate) fn job(&self, job: &str) -> String {
        format!("zermelo.jobs.{}.{job}", self.key)
    }

    /// The subject of a result, or of all with `*`.
    pub(crate) fn result(&self, job: &str) -> String {
        format!("zermelo.results.{}.{job}", self.key)
    }

    /// The dead-letter subject of a job, or of all with `*`.
    pub(crate) fn dead(&self, job: &str) -> String {
        format!("zermelo.dead.{}.{job}", self.key)
    }
}

/// The job that a subject names.
pub(crate) fn job_of(subject: &str) -> Option<JobId> {
    u64::from_str_radix(subject.rsplit('.').next()?, 16).ok().map(JobId)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_names_its_job() {
        let places = Places::new("00ff-01");
        let job = JobId(0xfe);
        assert_eq!(places.job(&job.to_string()), "zermelo.jobs.00ff-01.00000000000000fe");
        assert_eq!(job_of(&places.job(&job.to_string())), Some(job));
        assert_eq!(job_of("zermelo.jobs.x.*"), None);
        assert_eq!(Places::of_stream(&places.jobs_stream()), Some(places.clone()));
        assert_eq!(Places::of_stream(&places.results_stream()), None);
    }
}
