//! An oracle behind a pointer.

use std::marker::PhantomData;

use super::{DynRecord, ErasedRecord, Playable};
use crate::{Findings, Inquiry, Oracle, Proven};

/// An oracle, whichever game it knows. A record of another game is one that it does not know.
pub trait DynOracle: Send + Sync {
    /// The value of the record's position; see [`Oracle::probe`].
    fn probe(&self, record: &dyn DynRecord) -> Option<Proven>;

    /// The value of each legal move, as text; see [`Oracle::probe_moves`].
    fn probe_moves(&self, record: &dyn DynRecord) -> Option<Vec<(String, Proven)>>;

    /// What is known of the record's position; see [`Oracle::inquire`].
    fn inquire(&self, record: &dyn DynRecord, inquiry: &Inquiry, progress: &mut dyn FnMut(&Findings)) -> Findings;

    /// Why an inquiry without a limit can't be hoped to end; see [`Oracle::why_endless`].
    fn why_endless(&self, record: &dyn DynRecord) -> Option<String>;
}

/// The wrapper that makes a [`DynOracle`] of an oracle.
#[derive(Clone, Debug)]
pub struct ErasedOracle<G, O> {
    oracle: O,
    knows: PhantomData<fn(G)>,
}

impl<G: Playable, O: Oracle<G>> ErasedOracle<G, O> {
    /// Wraps an oracle.
    pub fn new(oracle: O) -> Self {
        Self { oracle, knows: PhantomData }
    }
}

impl<G: Playable, O: Oracle<G>> DynOracle for ErasedOracle<G, O> {
    fn probe(&self, record: &dyn DynRecord) -> Option<Proven> {
        let ErasedRecord(record) = record.as_any().downcast_ref::<ErasedRecord<G>>()?;
        self.oracle.probe(record)
    }

    fn probe_moves(&self, record: &dyn DynRecord) -> Option<Vec<(String, Proven)>> {
        let ErasedRecord(record) = record.as_any().downcast_ref::<ErasedRecord<G>>()?;
        let moves = self.oracle.probe_moves(record)?;
        let text = |mv| record.game().move_text(record.position(), mv);
        Some(moves.into_iter().map(|(mv, proven)| (text(mv), proven)).collect())
    }

    fn inquire(&self, record: &dyn DynRecord, inquiry: &Inquiry, progress: &mut dyn FnMut(&Findings)) -> Findings {
        let Some(ErasedRecord(record)) = record.as_any().downcast_ref::<ErasedRecord<G>>() else {
            return Findings::default();
        };
        self.oracle.inquire(record, inquiry, progress)
    }

    fn why_endless(&self, record: &dyn DynRecord) -> Option<String> {
        let ErasedRecord(record) = record.as_any().downcast_ref::<ErasedRecord<G>>()?;
        self.oracle.why_endless(record)
    }
}
