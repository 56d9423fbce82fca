namespace Pooling.Dispatch;

/// <summary>Adds the numbers.</summary>
internal readonly struct NumberHandler : IOpcodeHandler<Client, int>, IOpcodeHandler<Inbox, int>, IAsyncOpcodeHandler<Client, int>
{
    public void Handle(in Client context, in int packet) => context.Inbox.Take(packet);

    public void Handle(in Inbox context, in int packet) => context.Take(packet);

    public ValueTask HandleAsync(Client context, int packet, CancellationToken cancellationToken)
    {
        context.Inbox.Take(packet);
        return default;
    }
}
