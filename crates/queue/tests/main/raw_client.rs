//! A NATS client that is neither a collector nor a worker.

use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, Context, Message};
use futures_util::{StreamExt, TryStreamExt};
use tokio::runtime::Runtime;
use tokio::time::sleep;

use crate::fixture::QueueFixture;

pub struct RawClient {
    runtime: Runtime,
    context: Context,
}

impl RawClient {
    pub fn new(fixture: &QueueFixture) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let context = runtime.block_on(async {
            let client = async_nats::connect(fixture.server.url()).await.expect("a server");
            // `new` spawns a task, so it must run on the runtime.
            jetstream::new(client)
        });
        Self { runtime, context }
    }

    /// The names of all streams.
    pub fn streams(&self) -> Vec<String> {
        self.runtime.block_on(self.context.stream_names().try_collect()).expect("names")
    }

    /// Waits until a stream holds exactly `count` messages.
    pub fn wait_for_messages(&self, stream: &str, count: u64) {
        self.runtime.block_on(async {
            loop {
                let found = self.context.get_stream(stream).await;
                if found.is_ok_and(|stream| stream.cached_info().state.messages == count) {
                    return;
                }
                sleep(Duration::from_millis(20)).await;
            }
        });
    }

    /// Receives a job as a worker does, and acknowledges it.
    pub fn take(&self, stream: &str) -> Message {
        self.runtime.block_on(async {
            let stream = self.context.get_stream(stream).await.expect("a stream");
            let consumer: PullConsumer = stream.get_consumer("workers").await.expect("a consumer");
            let mut batch = consumer.batch().max_messages(1).messages().await.expect("a batch");
            let message = batch.next().await.expect("a message").expect("a message");
            message.double_ack().await.expect("an acknowledgement");
            message
        })
    }

    pub fn publish(&self, subject: String, payload: Vec<u8>) {
        self.runtime.block_on(async {
            let sent = self.context.publish(subject, payload.into()).await.expect("it is published");
            sent.await.expect("it is stored");
        });
    }

    /// Creates a stream with a description.
    pub fn make_stream(&self, name: &str, subject: &str, description: &str) {
        let config = jetstream::stream::Config {
            name: name.to_owned(),
            subjects: vec![subject.to_owned()],
            description: Some(description.to_owned()),
            ..Default::default()
        };
        self.runtime.block_on(self.context.create_stream(config)).expect("a stream");
    }

    pub fn remove_stream(&self, name: &str) {
        self.runtime.block_on(self.context.delete_stream(name)).expect("it existed");
    }
}
