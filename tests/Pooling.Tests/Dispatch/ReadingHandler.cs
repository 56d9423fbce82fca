using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Adds the handles of readings.</summary>
internal readonly struct ReadingHandler : IOpcodeHandler<Client, PooledRef<Reading>>
{
    public void Handle(in Client context, in PooledRef<Reading> packet) => context.Inbox.Take(packet.Value.Handle);
}
