using OpcUa.Protocol.Security;
using OpcUa.Server;
using OpcUa.Server.Hosting;

namespace OpcUa.App.Securing;

/// <summary>The certificate of the program as a server, loaded while it runs.</summary>
internal sealed class ServerIdentity(ServerSecurity? security) : IDisposable
{
    public const string Name = "Pooling OPC UA server";

    /// <summary>The security settings of the server, or <see langword="null"/> for no security.</summary>
    public ServerSecurity? Security => security;

    /// <summary>Loads the certificate, or creates it at first use, if security is requested.</summary>
    /// <exception cref="UsageException">The folder cannot be used.</exception>
    public static ServerIdentity Load(SecurityOptions options)
    {
        if (!options.IsSecured)
            return new ServerIdentity(null);

        return Guard(options, () =>
        {
            var store = new CertificateStore(Path.Combine(options.Folder, "server"));
            ApplicationCertificate own = store.LoadOrCreate(OpcUaServer.ApplicationUri, Name);
            return new ServerIdentity(
                new ServerSecurity(own, new CertificateValidator(store, options.AcceptsAny)) { Modes = options.Modes });
        });
    }

    public void Dispose() => security?.Certificate.Dispose();

    /// <summary>Reports a folder of certificates that cannot be used as a usage error.</summary>
    internal static T Guard<T>(SecurityOptions options, Func<T> use)
    {
        try
        {
            return use();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot use the certificates in {options.Folder}: {exception.Message}");
        }
    }
}
