namespace Pooling.Dispatch;

/// <summary>Adds the lengths of words, which are packets of a class.</summary>
internal readonly struct WordHandler : IPacketParser<string>, IOpcodeHandler<Client, string>
{
    private const int Longest = 16;

    private static readonly string[] s_words = [.. Enumerable.Range(0, Longest + 1).Select(static length => new string('x', length))];

    public bool TryParse(ReadOnlySpan<byte> payload, out string packet)
    {
        packet = payload.Length <= Longest ? s_words[payload.Length] : "";
        return payload.Length <= Longest;
    }

    public void Handle(in Client context, in string packet) => context.Inbox.Take(packet.Length);
}
