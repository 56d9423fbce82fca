using OpcUa.Client;
using OpcUa.Protocol.Security;
using OpcUa.Server;

namespace OpcUa.App.Securing;

/// <summary>The certificate of the program as a client, loaded while it runs.</summary>
internal sealed class ClientIdentity : IDisposable
{
    private readonly SecurityOptions _options;
    private readonly CertificateStore? _store;
    private readonly ApplicationCertificate? _own;

    private ClientIdentity(SecurityOptions options, CertificateStore? store, ApplicationCertificate? own)
    {
        _options = options;
        _store = store;
        _own = own;
        Security = own is null
            ? null
            : new ClientSecurity(options.Modes[0], own, new CertificateValidator(store, options.AcceptsAny));
    }

    /// <summary>The security settings of clients, or <see langword="null"/> for no security.</summary>
    public ClientSecurity? Security { get; }

    /// <summary>Loads the certificate, or creates it at first use, if security is requested.</summary>
    /// <exception cref="UsageException">The folder cannot be used.</exception>
    public static ClientIdentity Load(SecurityOptions options)
    {
        if (!options.IsSecured)
            return new ClientIdentity(options, null, null);

        return ServerIdentity.Guard(options, () =>
        {
            var store = new CertificateStore(Path.Combine(options.Folder, "client"));
            ApplicationCertificate own = store.LoadOrCreate(new OpcUa.Client.ClientOptions().ApplicationUri, "Pooling OPC UA client");
            return new ClientIdentity(options, store, own);
        });
    }

    /// <summary>Returns the arguments for a server that this program starts, so that both trust each other.</summary>
    /// <exception cref="UsageException">The folder cannot be used.</exception>
    public string[] ServerArguments()
    {
        if (_own is null)
            return [];

        ServerIdentity.Guard(_options, () =>
        {
            var servers = new CertificateStore(Path.Combine(_options.Folder, "server"));
            using ApplicationCertificate server = servers.LoadOrCreate(OpcUaServer.ApplicationUri, ServerIdentity.Name);
            servers.Trust(_own.Certificate);
            _store!.Trust(server.Certificate);
            return true;
        });
        return ["--security", _options.Text, "--certificates", _options.Folder];
    }

    public void Dispose() => _own?.Dispose();
}
