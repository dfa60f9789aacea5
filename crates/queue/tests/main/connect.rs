//! A server that loses responses.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;

use zermelo_queue::Queue;

/// A server with as much of the NATS protocol as connecting needs. It ignores the first `ignored` requests. Returns the number of
/// requests.
fn lossy_server(listener: TcpListener, ignored: usize) -> JoinHandle<usize> {
    std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        serve(stream, ignored)
    })
}

fn serve(mut stream: TcpStream, ignored: usize) -> usize {
    let info = r#"{"server_id":"A","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}"#;
    write!(stream, "INFO {info}\r\n").expect("a client");
    let lines = BufReader::new(stream.try_clone().expect("the same socket")).lines().map_while(Result::ok);
    let (mut inbox, mut requests) = (String::new(), 0);
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["PING"] => write!(stream, "PONG\r\n").expect("a client"),
            ["SUB", _, number] => number.clone_into(&mut inbox),
            ["PUB", "$JS.API.INFO", reply, _] => {
                requests += 1;
                if requests > ignored {
                    write!(stream, "MSG {reply} {inbox} 2\r\n{{}}\r\n").expect("a client");
                }
            }
            _ => {}
        }
    }
    requests
}

#[test]
fn a_lost_response_is_requested_again() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let url = format!("nats://{}", listener.local_addr().expect("a port number"));
    let server = lossy_server(listener, 2);
    let queue = Queue::connect(&url, Arc::new(|_| {})).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(queue.url(), url);
    drop(queue);
    assert_eq!(server.join().expect("no panic"), 3);
}

#[test]
fn a_server_that_never_responds_is_an_error() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let url = format!("nats://{}", listener.local_addr().expect("a port number"));
    let server = lossy_server(listener, usize::MAX);
    let why = Queue::connect(&url, Arc::new(|_| {})).err().expect("no response").to_string();
    assert_eq!(why, format!("the server at {url} can't describe its JetStream account: it does not answer"));
    assert!(server.join().expect("no panic") > 1);
}
