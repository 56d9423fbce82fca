namespace Pooling.Dispatch;

/// <summary>Parses the packets of one opcode and starts their handler, behind one virtual call.</summary>
internal abstract class AsyncOpcodeEntry<TContext>
{
    /// <param name="context">What the packet is handled for.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="pending">The rest of the handling; ended if there is none.</param>
    /// <param name="cancellationToken">Handed to the handler.</param>
    /// <returns>What becomes of the packet if <paramref name="pending"/> ends well.</returns>
    internal abstract DispatchStatus Begin(TContext context, ReadOnlyMemory<byte> payload, out ValueTask pending,
        CancellationToken cancellationToken);
}
