namespace Pooling.OpcUa.Corpus;

/// <summary>A chunk that a foreign peer sent.</summary>
/// <param name="IsOfClient">Whether a client sent it, or a server.</param>
/// <param name="Bytes">All of it.</param>
internal sealed record Frame(bool IsOfClient, byte[] Bytes)
{
    private const int MessageHeaders = 24;

    public string Type { get; } = System.Text.Encoding.ASCII.GetString(Bytes, 0, 4);

    /// <summary>What is behind the headers of a message, with the id of its type; empty of other chunks.</summary>
    public byte[] Body => Type == "MSGF" && Bytes.Length > MessageHeaders ? Bytes[MessageHeaders..] : [];
}
