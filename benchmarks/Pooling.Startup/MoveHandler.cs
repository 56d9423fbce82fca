using Pooling.Dispatch;

namespace Pooling.Startup;

/// <summary>Handles packets of one opcode; see <see cref="MoveParser{TOpcode}"/>.</summary>
internal struct MoveHandler<TOpcode> : IOpcodeHandler<int[], Move> where TOpcode : struct
{
    public readonly void Handle(in int[] context, in Move packet) => context[0] += packet.X;
}
