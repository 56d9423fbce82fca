using System.Net.WebSockets;
using System.Text;
using System.Text.Json;
using System.Threading.Channels;

namespace Pooling.Samples.ClusterHub;

/// <summary>The plain way: an array for each message, to which all members refer, and another one for Redis.</summary>
/// <param name="backplane">The connection to other nodes; <see langword="null"/> if there are none.</param>
internal sealed class PlainNode(RedisBackplane? backplane) : HubNode(backplane)
{
    public override Member CreateMember(WebSocket socket, string name) => new PlainMember(this, socket, name);

    public override void Receive(ReadOnlySpan<char> room, ReadOnlySpan<byte> packet)
    {
        if (Rooms.TryFind(room, out Room? found))
            Deliver(found.Members, packet[PacketHeader.Length..].ToArray());
    }

    private void Deliver(Member[] members, byte[] json)
    {
        int charge = ChargeOf(json.Length);
        bool isFull = Charge((long)charge * members.Length);
        foreach (Member member in members)
            ((PlainMember)member).Send(json, charge, isFull);
    }

    /// <summary>A connection that queues and sends arrays.</summary>
    private sealed class PlainMember(PlainNode node, WebSocket socket, string name) : Member(node, socket, name)
    {
        private readonly Channel<byte[]> _outbox =
            Channel.CreateBounded<byte[]>(new BoundedChannelOptions(node.MaxUnsent / MinCharge) { SingleReader = true });

        public override void Forward(ReadOnlySpan<byte> text, long number)
        {
            var message = new ChatMessage(Name, number, Encoding.UTF8.GetString(text));
            byte[] json = JsonSerializer.SerializeToUtf8Bytes(message, JsonSerializerOptions.Web);
            node.Deliver(Room.Members, json);
            if (node.Backplane is { } backplane)
                _ = backplane.PublishAsync(Room.Channel, (byte[])[.. backplane.Header, .. json]);
        }

        public void Send(byte[] json, int charge, bool isFull)
        {
            if (!TryCharge(charge, isFull) || !_outbox.Writer.TryWrite(json))
                Release(charge);
        }

        protected override async Task SendAllAsync()
        {
            await foreach (byte[] json in _outbox.Reader.ReadAllAsync())
            {
                await SendAsync(json);
                Release(ChargeOf(json.Length));
            }
        }

        protected override void Complete() => _outbox.Writer.TryComplete();
    }
}
