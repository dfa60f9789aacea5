//! The OpenAPI document.

#[test]
fn the_document_is_the_one_in_docs() {
    let made = zermelo_server::document().to_pretty_json().expect("JSON") + "\n";
    let kept = include_str!("../../../../docs/openapi.json");
    assert!(
        made == kept,
        "the doors have changed: `zermelo serve openapi > docs/openapi.json`, then `npm run types` in web/"
    );
}

#[test]
fn the_page_is_made_with_these_lists() {
    let made = zermelo_server::catalogue().expect("every demo game is legal");
    let kept = include_str!("../../../../web/src/catalogue.made.json");
    assert!(made == kept, "the lists have changed: `zermelo serve catalogue > web/src/catalogue.made.json`");
}

#[test]
fn every_message_is_described() {
    let document = serde_json::to_value(zermelo_server::document()).expect("JSON");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for name in
        ["FromClient", "FromServer", "Event", "RoomState", "View", "Seen", "NewRoom", "Thought", "Values", "Failure"]
    {
        assert!(schemas.contains_key(name), "{name}");
    }
    // A reference leads somewhere.
    let text = document.to_string();
    for (at, _) in text.match_indices("#/components/schemas/") {
        let name = text[at..].split('"').next().and_then(|path| path.rsplit('/').next()).expect("a name");
        assert!(schemas.contains_key(name), "{name}");
    }
}
