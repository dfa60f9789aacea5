//! A server that loses an answer.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;

use zermelo_queue::Queue;

/// Speaks as much of the protocol of NATS as connecting needs. It swallows so many questions, answers the next, and gives how often it
/// was asked.
fn forgetful(listener: TcpListener, forgets: usize) -> JoinHandle<usize> {
    std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        serve(stream, forgets)
    })
}

fn serve(mut stream: TcpStream, forgets: usize) -> usize {
    let info = r#"{"server_id":"A","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}"#;
    write!(stream, "INFO {info}\r\n").expect("a client");
    let lines = BufReader::new(stream.try_clone().expect("the same socket")).lines().map_while(Result::ok);
    let (mut inbox, mut asked) = (String::new(), 0);
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["PING"] => write!(stream, "PONG\r\n").expect("a client"),
            ["SUB", _, number] => number.clone_into(&mut inbox),
            ["PUB", "$JS.API.INFO", reply, _] => {
                asked += 1;
                if asked > forgets {
                    write!(stream, "MSG {reply} {inbox} 2\r\n{{}}\r\n").expect("a client");
                }
            }
            _ => {}
        }
    }
    asked
}

#[test]
fn a_first_answer_that_is_lost_is_asked_for_again() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let url = format!("nats://{}", listener.local_addr().expect("its number"));
    let server = forgetful(listener, 2);
    let queue = Queue::connect(&url, Arc::new(|_| {})).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(queue.url(), url);
    drop(queue);
    assert_eq!(server.join().expect("no panic"), 3);
}

#[test]
fn a_server_that_never_answers_is_named() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let url = format!("nats://{}", listener.local_addr().expect("its number"));
    let server = forgetful(listener, usize::MAX);
    let why = Queue::connect(&url, Arc::new(|_| {})).err().expect("nothing is known of it").to_string();
    assert_eq!(why, format!("the server at {url} can't say what it keeps: it does not answer"));
    assert!(server.join().expect("no panic") > 1);
}
