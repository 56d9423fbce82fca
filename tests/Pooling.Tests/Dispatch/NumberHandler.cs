namespace Pooling.Dispatch;

/// <summary>Adds the numbers.</summary>
internal readonly struct NumberHandler : IOpcodeHandler<Client, int>, IOpcodeHandler<Inbox, int>
{
    public void Handle(in Client context, in int packet) => context.Inbox.Take(packet);

    public void Handle(in Inbox context, in int packet) => context.Take(packet);
}
