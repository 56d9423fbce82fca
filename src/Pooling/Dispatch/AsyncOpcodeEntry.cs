namespace Pooling.Dispatch;

/// <summary>Parses the packets of one opcode and starts their handler, behind one virtual call.</summary>
internal abstract class AsyncOpcodeEntry<TContext>
{
    /// <param name="context">The context of the packet.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="pending">The rest of the handling; completed if there is none.</param>
    /// <param name="cancellationToken">The token to pass to the handler.</param>
    /// <returns>The result if <paramref name="pending"/> completes successfully.</returns>
    internal abstract DispatchStatus Begin(TContext context, ReadOnlyMemory<byte> payload, out ValueTask pending,
        CancellationToken cancellationToken);
}
