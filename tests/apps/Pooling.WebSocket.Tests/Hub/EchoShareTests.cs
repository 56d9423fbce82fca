using System.Net;
using Microsoft.AspNetCore.Http;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub.After;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests the memory of echoes that are not read. An address has no more than is left for the others.</summary>
public sealed class EchoShareTests : HubTest
{
    [Fact]
    public async Task LongEcho_OfAnAddressThatHasItsShare_IsRefusedAndThatOfAnotherIsNot()
    {
        var options = new HubOptions { Limits = new HubLimits { Sending = 1_000_000, SendingFreely = 1_000_000 } };
        using var context = new HubContext(options, new PoisonPool());
        AddressEntry greedy = NewAddress("10.0.0.1");
        AddressEntry other = NewAddress("10.0.0.2");
        HeldStream[] streams = [.. Enumerable.Range(0, 3).Select(static _ => new HeldStream(Frame(Binary, new byte[300_000]), false))];

        Task first = Run(context, streams[0], greedy);
        await Until(() => context.Counters.Encoded == 1);
        Task second = Run(context, streams[1], greedy);
        await Until(() => context.Counters.Received == 2 && streams[1].Writes == 1);
        Assert.Equal(1, context.Counters.Encoded); // a close frame was written
        Task third = Run(context, streams[2], other);
        await Until(() => context.Counters.Encoded == 2);

        Assert.InRange(greedy.Echoes.Used, 300_000, 301_000);
        Assert.InRange(other.Echoes.Used, 300_000, 301_000);
        foreach (HeldStream stream in streams)
            stream.Take();

        await Task.WhenAll(first, second, third);
        Assert.Equal((0, 0), (greedy.Echoes.Used, other.Echoes.Used));
        await Until(() => context.Memory.Outstanding == 0);

        AddressEntry NewAddress(string address) => new(
            IPAddress.Parse(address), context.Memory.Receiving, context.Compressing, new SharedRate(1e9, TimeProvider.System));
    }

    private static Task Run(HubContext context, HeldStream stream, AddressEntry address) =>
        new PooledPath(context).RunAsync(new DefaultHttpContext(), stream, address, null, new EchoEndpoint());
}
