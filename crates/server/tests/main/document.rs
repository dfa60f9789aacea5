//! The generated files: OpenAPI document, lists of the page, table of settings.

use std::path::Path;

#[test]
fn the_openapi_document_is_up_to_date() {
    let made = zermelo_server::document().to_pretty_json().expect("JSON") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if std::env::var_os("ZERMELO_WRITE").is_some() {
        std::fs::write(&path, &made).expect("a file that can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the document");
    assert!(
        made == kept,
        "the endpoints have changed: `zermelo serve openapi > docs/openapi.json`, or this test with ZERMELO_WRITE=1, then \
         `npm run types` in web/"
    );
}

#[test]
fn the_lists_of_the_page_are_up_to_date() {
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
fn the_settings_table_is_up_to_date() {
    const START: &str = "<!-- settings -->\n";
    const END: &str = "<!-- end of settings -->";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operate.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(START).expect("the start of the table");
    let (_, after) = rest.split_once(END).expect("the end of the table");
    let made = format!("{before}{START}{}{END}{after}", zermelo_server::settings_table());
    if std::env::var_os("ZERMELO_WRITE").is_some() {
        std::fs::write(&path, &made).expect("a writable file");
    } else {
        assert!(
            made == page,
            "SETTINGS has changed; update the table: `ZERMELO_WRITE=1 cargo nextest run -p zermelo-server settings_table`"
        );
    }
}

#[test]
fn every_message_has_a_schema() {
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
    // Every reference has a target.
    let text = document.to_string();
    for (at, _) in text.match_indices("#/components/schemas/") {
        let name = text[at..].split('"').next().and_then(|path| path.rsplit('/').next()).expect("a name");
        assert!(schemas.contains_key(name), "{name}");
    }
}
