using WebSockets.Hub.Hosting;
using WebSockets.Hub.Page;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests peers over HTTP/2 that receive nothing on one stream, or do not end it correctly.</summary>
public sealed class Http2FlowTests : HubTest
{
    private static readonly HubOptions s_options = new()
    {
        Http2Port = 0,
        Limits = Patient with { QueuedBytes = 50_000, CloseTimeout = TimeSpan.FromSeconds(1) },
    };

    [Fact]
    public Task Streams_WhoseEchoesNobodyReads_KeepNoneOfTheOthersFromSending() => Serve(
        async hub =>
        {
            using RawHttp2 client = await RawHttp2.Connect(hub, window: 0);
            int[] stalled = [.. Enumerable.Range(0, 20).Select(_ => client.Open("/echo"))];
            int other = client.Open("/echo");
            client.Allow(other, 1000);
            byte[] message = Frame(Binary, new byte[10_000]);
            await Task.WhenAll(stalled.Select(stream => Fill(client, stream, message)));

            await client.Send(other, TextFrame("hello"));

            await Until(() => client.ReceivedOf(other) == 7);
            Assert.All(stalled, stream => Assert.Equal(0, client.ReceivedOf(stream)));
        },
        s_options);

    [Theory]
    [InlineData(HubMode.Pooled)]
    [InlineData(HubMode.Before)]
    public Task Stream_ThatEndsWithItsEchoUnread_IsNotKept(HubMode mode) => Serve(
        async hub =>
        {
            using RawHttp2 client = await RawHttp2.Connect(hub, window: 0);
            int stream = client.Open("/echo");
            await client.Send(stream, Frame(Binary, new byte[300_000]));
            await Until(() => hub.GetStatistics().Received == 1);

            client.End(stream);

            await Until(() => hub.GetStatistics().Sockets == 0);
            await Until(() => hub.GetStatistics().Outstanding == 0); // while the connection is open
            await Until(() => client.HasEnded(stream));
        },
        s_options,
        mode);

    [Fact]
    public Task Refusal_ThatNobodyReads_EndsItsStream() => Serve(
        async hub =>
        {
            using RawHttp2 client = await RawHttp2.Connect(hub, window: 0);
            int stream = client.Open("/nothing");

            await Until(() => client.HasEnded(stream));
        },
        s_options);

    /// <summary>Sends until nothing was accepted for a while.</summary>
    private static async Task Fill(RawHttp2 client, int stream, byte[] message)
    {
        int at = 0;
        for (int i = 0; i < 20; i++)
        {
            int count = client.SendSome(stream, message.AsSpan(at));
            at = (at + count) % message.Length;
            if (count == 0)
                await Task.Delay(20);
            else
                i = 0;
        }
    }
}
