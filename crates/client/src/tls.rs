//! TLS with the certificates that the system trusts.

use std::sync::Arc;

use rustls::crypto::CryptoProvider;
use rustls::{ClientConfig, RootCertStore};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

/// The configuration for `WebSockets`. Without system certificates, every connection fails with an error.
pub(crate) fn for_sockets() -> Result<Arc<ClientConfig>, rustls::Error> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(provider()).with_safe_default_protocol_versions()?;
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
}

/// The configuration for HTTP requests.
pub(crate) fn for_http() -> TlsConfig {
    let found = rustls_native_certs::load_native_certs().certs;
    let roots: Vec<Certificate> = found.iter().map(|cert| Certificate::from_der(cert).to_owned()).collect();
    TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(roots)))
        .unversioned_rustls_crypto_provider(provider())
        .build()
}
