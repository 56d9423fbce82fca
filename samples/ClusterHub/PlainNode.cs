using System.Buffers;
using System.Net.WebSockets;
using System.Text.Json;
using System.Threading.Channels;

namespace Pooling.Samples.ClusterHub;

/// <summary>The plain way: an array for each message, to which all members refer, and another one for Redis.</summary>
/// <param name="backplane">The connection to other nodes; <see langword="null"/> if there are none.</param>
internal sealed class PlainNode(RedisBackplane? backplane) : HubNode(backplane)
{
    private byte[][] _messages = []; // used by the one loop that receives messages of other nodes

    public override Member CreateMember(WebSocket socket, string name, Admission.Part part) =>
        new PlainMember(this, socket, name, part);

    public override void Receive(ReadOnlySpan<char> room, ReadOnlySpan<byte> packet)
    {
        if (!Rooms.TryFind(room, out Room? found))
            return;

        Member[] members = found.Members;
        PlainMember.Pass(members, Fill(ref _messages, members.Length, packet[PacketHeader.Length..].ToArray()));
    }

    /// <summary>Fills an array that is kept with a message for each member.</summary>
    private static ReadOnlySpan<byte[]> Fill(ref byte[][] messages, int count, byte[] json)
    {
        if (messages.Length < count)
            messages = new byte[2 * count][];

        messages.AsSpan(0, count).Fill(json);
        return messages.AsSpan(0, count);
    }

    /// <summary>A connection that queues and sends arrays.</summary>
    private sealed class PlainMember(PlainNode node, WebSocket socket, string name, Admission.Part part)
        : SendingMember<byte[]>(node, socket, name, part, Channel.CreateBounded<byte[]>(node.OutboxOptions))
    {
        private readonly ArrayBufferWriter<byte> _buffer = new(); // used by the receiving loop, as the next two
        private Utf8JsonWriter? _writer;
        private byte[][] _messages = [];

        public override int Forward(ReadOnlySpan<byte> text, long number)
        {
            byte[] json = Encode(text, number);
            Member[] members = Room.Members;
            Send(members, Fill(ref _messages, members.Length, json));
            if (node.Backplane is { } backplane)
                Remember(backplane.PublishAsync(Room.Channel, (byte[])[.. backplane.Header, .. json], Unconfirmed));

            return json.Length;
        }

        protected override ReadOnlyMemory<byte> JsonOf(byte[] message) => message;

        protected override void End(byte[] message)
        {
        }

        private byte[] Encode(ReadOnlySpan<byte> text, long number)
        {
            _buffer.ResetWrittenCount();
            _writer ??= new Utf8JsonWriter(_buffer);
            _writer.WriteStartObject();
            _writer.WriteString("from"u8, Name);
            _writer.WriteNumber("number"u8, number);
            _writer.WriteString("text"u8, text);
            _writer.WriteEndObject();
            _writer.Flush();
            _writer.Reset();
            return _buffer.WrittenSpan.ToArray();
        }
    }
}
