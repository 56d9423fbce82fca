using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>Adds up what it is given.</summary>
public sealed class ChatListener : IPacketListener
{
    internal long Sum { get; set; }

    public void OnPacket(object context, CancellationToken cancellationToken) => Sum += ((Chat)((PacketContext)context).Packet!).Id;

    internal readonly struct Handler : IPacketParser<ChatValue>, IOpcodeHandler<ChatListener, ChatValue>
    {
        public bool TryParse(ReadOnlySpan<byte> payload, out ChatValue packet)
        {
            packet = new ChatValue(1, 2);
            return payload.IsEmpty;
        }

        public void Handle(in ChatListener context, in ChatValue packet) => context.Sum += packet.Id;
    }
}
