//! The OpenAPI document.

use std::path::Path;

#[test]
fn the_document_is_the_one_in_docs() {
    let made = zermelo_server::document().to_pretty_json().expect("JSON") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if std::env::var_os("ZERMELO_WRITE").is_some() {
        std::fs::write(&path, &made).expect("a file that can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the document");
    assert!(
        made == kept,
        "the doors have changed: `zermelo serve openapi > docs/openapi.json`, or this test with ZERMELO_WRITE=1, then \
         `npm run types` in web/"
    );
}

#[test]
fn the_page_is_made_with_these_lists() {
    let made = zermelo_server::catalogue().expect("every demo game is legal");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/catalogue.made.json");
    if std::env::var_os("ZERMELO_WRITE").is_some() {
        std::fs::write(&path, &made).expect("a file that can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the lists");
    assert!(
        made == kept,
        "the lists have changed: `zermelo serve catalogue > web/src/catalogue.made.json`, or this test with ZERMELO_WRITE=1"
    );
}

#[test]
fn every_message_is_described() {
    let document = serde_json::to_value(zermelo_server::document()).expect("JSON");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for name in [
        "ClientMessage",
        "ServerMessage",
        "RoomEvent",
        "RoomState",
        "View",
        "ViewUpdate",
        "NewRoom",
        "AnalysisInfo",
        "PositionValues",
        "ErrorResponse",
    ] {
        assert!(schemas.contains_key(name), "{name}");
    }
    // A reference leads somewhere.
    let text = document.to_string();
    for (at, _) in text.match_indices("#/components/schemas/") {
        let name = text[at..].split('"').next().and_then(|path| path.rsplit('/').next()).expect("a name");
        assert!(schemas.contains_key(name), "{name}");
    }
}
