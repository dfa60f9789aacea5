//! Type-erased oracles.

use std::marker::PhantomData;

use super::{DynRecord, ErasedRecord, Playable};
use crate::{Oracle, OracleQuery, Proven, ProvenBounds};

/// An oracle of any game. For a record of another game it knows no value.
pub trait DynOracle: Send + Sync {
    /// The value of the record's position; see [`Oracle::probe`].
    fn probe(&self, record: &dyn DynRecord) -> Option<Proven>;

    /// The value of each legal move, as text; see [`Oracle::probe_moves`].
    fn probe_moves(&self, record: &dyn DynRecord) -> Option<Vec<(String, Proven)>>;

    /// Bounds of the value of the record's position; see [`Oracle::query`].
    fn query(
        &self,
        record: &dyn DynRecord,
        query: &OracleQuery,
        progress: &mut dyn FnMut(&ProvenBounds),
    ) -> ProvenBounds;

    /// Why a query without a limit would not end in a reasonable time; see [`Oracle::endless_reason`].
    fn endless_reason(&self, record: &dyn DynRecord) -> Option<String>;
}

/// Implements [`DynOracle`] for an oracle of one game.
#[derive(Clone, Debug)]
pub struct ErasedOracle<G, O> {
    oracle: O,
    game: PhantomData<fn(G)>,
}

impl<G: Playable, O: Oracle<G>> ErasedOracle<G, O> {
    /// Wraps an oracle.
    pub fn new(oracle: O) -> Self {
        Self { oracle, game: PhantomData }
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

    fn query(
        &self,
        record: &dyn DynRecord,
        query: &OracleQuery,
        progress: &mut dyn FnMut(&ProvenBounds),
    ) -> ProvenBounds {
        let Some(ErasedRecord(record)) = record.as_any().downcast_ref::<ErasedRecord<G>>() else {
            return ProvenBounds::default();
        };
        self.oracle.query(record, query, progress)
    }

    fn endless_reason(&self, record: &dyn DynRecord) -> Option<String> {
        let ErasedRecord(record) = record.as_any().downcast_ref::<ErasedRecord<G>>()?;
        self.oracle.endless_reason(record)
    }
}
