using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using WebSockets.Protocol.Handshakes;

namespace Pooling.WebSockets.Hub;

/// <summary>A Kestrel server without a hub. For each number of bytes that it reads, it writes a frame that was created before. Its
/// allocations are not caused by the hub.</summary>
internal sealed class BareServer : IAsyncDisposable
{
    private readonly WebApplication _application;
    private readonly int _frameSize;
    private readonly byte[] _answer;
    private readonly bool _writesOnPool;
    private readonly Action? _work;

    private BareServer(WebApplication application, int frameSize, byte[] answer, bool writesOnPool, Action? work)
    {
        _application = application;
        _frameSize = frameSize;
        _answer = answer;
        _writesOnPool = writesOnPool;
        _work = work;
        _application.Run(Answer);
    }

    public int Port => new Uri(_application.Urls.First()).Port;

    /// <param name="frameSize">The number of bytes that request an answer.</param>
    /// <param name="answer">The frame that it writes each time.</param>
    /// <param name="writesOnPool">Whether another thread writes.</param>
    /// <param name="work">The work before each write, so that reads and writes occur as in a hub that does the same.</param>
    public static async Task<BareServer> Start(int frameSize, byte[] answer, bool writesOnPool = false, Action? work = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(static kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, static listen => listen.Protocols = HttpProtocols.Http1));
        builder.Services.AddLogging();
        var server = new BareServer(builder.Build(), frameSize, answer, writesOnPool, work);
        await server._application.StartAsync();
        return server;
    }

    public async ValueTask DisposeAsync()
    {
        await _application.StopAsync();
        await _application.DisposeAsync();
    }

    private async Task Answer(HttpContext http)
    {
        http.Response.Headers.Upgrade = "websocket";
        http.Response.Headers.SecWebSocketAccept = WebSocketKey.Accept(http.Request.Headers.SecWebSocketKey.ToString());
        Stream stream = await http.Features.GetRequiredFeature<IHttpUpgradeFeature>().UpgradeAsync();
        var writer = new BareWriter(stream, _answer);
        byte[] buffer = new byte[4096];
        int missing = _frameSize;
        int count;
        while ((count = await stream.ReadAsync(buffer)) > 0)
        {
            for (; count >= missing; missing = _frameSize)
            {
                count -= missing;
                _work?.Invoke();
                if (_writesOnPool)
                    writer.Add();
                else
                    await stream.WriteAsync(_answer);
            }

            missing -= count;
        }
    }

    /// <summary>Writes on a thread of the pool, as often as requested.</summary>
    private sealed class BareWriter(Stream stream, byte[] answer) : IThreadPoolWorkItem
    {
        private int _wanted;

        public void Add()
        {
            if (Interlocked.Increment(ref _wanted) == 1)
                ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }

        public void Execute()
        {
            do
                Assert.True(stream.WriteAsync(answer).IsCompletedSuccessfully); // few are in transit
            while (Interlocked.Decrement(ref _wanted) > 0);
        }
    }
}
