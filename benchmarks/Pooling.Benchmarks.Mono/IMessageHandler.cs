namespace Pooling.Benchmarks.Mono;

/// <summary>What an application does with messages. Memory is good until the method returns.</summary>
/// <remarks>That of the WebSocket sample; memory instead of a span, so that a text can be decoded from its array.</remarks>
internal interface IMessageHandler
{
    void OnText(ReadOnlyMemory<byte> utf8);

    void OnBinary(ReadOnlyMemory<byte> data);
}
