namespace Pooling.Dispatch;

/// <summary>Parses and handles the packets of one opcode, behind one virtual call.</summary>
internal abstract class OpcodeEntry<TContext>
{
    internal abstract DispatchStatus Invoke(in TContext context, ReadOnlySpan<byte> payload);
}
