using Pooling.Dispatch;

namespace Pooling.Budget;

/// <summary>Handles a packet in a few instructions.</summary>
internal readonly struct MoveHandler : IOpcodeHandler<SessionContext, Move>
{
    public void Handle(in SessionContext context, in Move packet) => context.Session.Sum += packet.Value + packet.Id;
}
