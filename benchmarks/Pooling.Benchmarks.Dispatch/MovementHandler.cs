using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>Handles a packet, in code of its own for each opcode.</summary>
internal readonly struct MovementHandler<TKey>
    : IOpcodeHandler<SessionContext, Movement>, IOpcodeHandler<Session, Movement>, IAsyncOpcodeHandler<SessionContext, Movement>
    where TKey : struct, IOpcodeKey
{
    public void Handle(in SessionContext context, in Movement packet) =>
        context.Session.Sum += (packet.Value * TKey.Value) + packet.Id + context.Player;

    public void Handle(in Session context, in Movement packet) => context.Sum += (packet.Value * TKey.Value) + packet.Id + context.Player;

    public ValueTask HandleAsync(SessionContext context, Movement packet, CancellationToken cancellationToken)
    {
        Handle(in context, in packet);
        return default;
    }
}
