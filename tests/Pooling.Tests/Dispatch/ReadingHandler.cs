using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Adds the handles of readings, synchronously or after a task.</summary>
internal readonly struct ReadingHandler(Task? until)
    : IOpcodeHandler<Client, PooledRef<Reading>>, IAsyncOpcodeHandler<Client, PooledRef<Reading>>
{
    public void Handle(in Client context, in PooledRef<Reading> packet) => context.Inbox.Take(packet.Value.Handle);

    // Not an async method, because that allocates in a debug build even if it completes synchronously.
    public ValueTask HandleAsync(Client context, PooledRef<Reading> packet, CancellationToken cancellationToken)
    {
        if (until is not null)
            return HandleLaterAsync(until, context, packet, cancellationToken);

        cancellationToken.ThrowIfCancellationRequested();
        context.Inbox.Take(packet.Value.Handle);
        return default;
    }

    private static async ValueTask HandleLaterAsync(Task until, Client context, PooledRef<Reading> packet,
        CancellationToken cancellationToken)
    {
        await until.ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        context.Inbox.Take(packet.Value.Handle);
    }
}
