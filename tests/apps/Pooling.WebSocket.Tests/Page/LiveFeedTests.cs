using WebSockets.Hub;
using WebSockets.Hub.Page;

namespace Pooling.WebSockets.Page;

public sealed class LiveFeedTests
{
    [Fact]
    [Trait("Category", "Allocation")]
    public void Publish_AtSteadyState_AllocatesNothing()
    {
        using var room = new CountingRoom();
        using var feed = new LiveFeed(room, "a test", static _ => { });
        var sample = new LiveSample { By = HubMode.Before, MegabytesPerSecond = 12.345, SentPerSecond = 1e4 };

        AllocationAssert.Zero(() => feed.Publish(in sample));
        Assert.InRange(room.Bytes / room.Messages, 100, 300);
    }

    [Fact]
    public void Publish_WithoutAPage_WritesNothing()
    {
        using var room = new CountingRoom { Count = 0 };
        using var feed = new LiveFeed(room, "a test", static _ => { });

        feed.Publish(new LiveSample { Time = DateTimeOffset.UnixEpoch });

        Assert.Equal(0, room.Messages);
    }

    private sealed class CountingRoom : IHubRoom
    {
        public int Count { get; init; } = 1;

        public long Messages { get; private set; }

        public long Bytes { get; private set; }

        public int Broadcast(InboundMessage message)
        {
            Messages++;
            Bytes += message.Payload.Length;
            return 1;
        }

        public ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message) => throw new NotSupportedException();

        public void Join(IHubSocket socket) => throw new NotSupportedException();

        public void Leave(IHubSocket socket) => throw new NotSupportedException();

        public void Dispose()
        {
        }
    }
}
