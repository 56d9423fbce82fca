using System.Net;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub.After;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests that the end of a socket leaves the request and the stream of its server in a valid state.</summary>
public sealed class SocketEndTests : HubTest
{
    [Fact]
    public async Task RunAsync_ThatEndsWhileAWriteWaits_AbortsTheRequestAndWritesNoMore()
    {
        using var context = new HubContext(new HubOptions(), new PoisonPool());
        var lifetime = new Lifetime();
        var http = new DefaultHttpContext();
        http.Features.Set<IHttpRequestLifetimeFeature>(lifetime);
        var stream = new HeldStream(Join(Frame(Binary, new byte[300_000]), Frame(Binary, new byte[100])));
        var address = new AddressEntry(
            IPAddress.Loopback, context.Memory.Receiving, context.Compressing, new SharedRate(1e9, TimeProvider.System));

        await new PooledPath(context).RunAsync(http, stream, address, null, new EchoEndpoint());

        Assert.True(lifetime.IsAborted, "A write waits for a peer that may never read, and nobody looks after it any more.");
        stream.Take();
        await Until(() => context.Memory.Outstanding == 0);
        Assert.Equal(1, stream.Writes); // the stream may belong to another request by now
    }

    private sealed class Lifetime : IHttpRequestLifetimeFeature
    {
        public bool IsAborted { get; private set; }

        public CancellationToken RequestAborted { get; set; }

        public void Abort() => IsAborted = true;
    }
}
