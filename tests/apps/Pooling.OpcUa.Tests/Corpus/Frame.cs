namespace Pooling.OpcUa.Corpus;

/// <summary>A chunk that a foreign peer sent.</summary>
/// <param name="IsOfClient">Whether a client sent it; otherwise a server did.</param>
/// <param name="Bytes">The complete chunk.</param>
internal sealed record Frame(bool IsOfClient, byte[] Bytes)
{
    private const int MessageHeaders = 24;

    public string Type { get; } = System.Text.Encoding.ASCII.GetString(Bytes, 0, 4);

    /// <summary>Gets the part after the headers of a message, starting with the id of its type; empty for other chunks.</summary>
    public byte[] Body => Type == "MSGF" && Bytes.Length > MessageHeaders ? Bytes[MessageHeaders..] : [];
}
