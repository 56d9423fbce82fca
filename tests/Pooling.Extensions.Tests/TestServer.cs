using System.Net.Sockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Pooling.Extensions;

/// <summary>A server on a port of this machine, with the pools of a configuration.</summary>
internal sealed class TestServer : IAsyncDisposable
{
    private TestServer(WebApplication application) => Application = application;

    internal WebApplication Application { get; }

    internal IServiceProvider Services => Application.Services;

    internal HttpClient Client { get; private set; } = null!;

    internal static async Task<TestServer> StartAsync(
        Action<IEndpointRouteBuilder> map, Action<IServiceCollection>? register = null, params (string Key, string? Value)[] settings)
    {
        TestServer server = Build(map, register, settings);
        await server.Application.StartAsync();
        server.Client = new HttpClient { BaseAddress = new Uri(server.Application.Urls.Single()), Timeout = TimeSpan.FromSeconds(60) };
        return server;
    }

    internal static TestServer Build(
        Action<IEndpointRouteBuilder> map, Action<IServiceCollection>? register = null, params (string Key, string? Value)[] settings)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Configuration.AddInMemoryCollection(settings.Select(static one => KeyValuePair.Create(one.Key, one.Value)));
        builder.Services.AddPooling(builder.Configuration.GetSection("Pooling"));
        register?.Invoke(builder.Services);
        WebApplication application = builder.Build();
        map(application);
        return new TestServer(application);
    }

    /// <summary>Sends a request over a socket of its own, which the caller reads or closes.</summary>
    internal async Task<Socket> SendAsync(string path)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = 8192 };
        await socket.ConnectAsync(Client.BaseAddress!.Host, Client.BaseAddress.Port);
        await socket.SendAsync(Encoding.ASCII.GetBytes(
            $"GET {path} HTTP/1.1\r\nHost: {Client.BaseAddress.Authority}\r\n\r\n"));
        return socket;
    }

    public async ValueTask DisposeAsync()
    {
        Client?.Dispose();
        await Application.DisposeAsync();
    }
}
