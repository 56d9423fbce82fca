namespace Pooling.Benchmarks.Mono;

/// <summary>Handles messages for an application. Their memory is valid until the method returns.</summary>
/// <remarks>The interface of the WebSocket sample, with memory instead of a span, so that a text can be decoded from its array.</remarks>
internal interface IMessageHandler
{
    void OnText(ReadOnlyMemory<byte> utf8);

    void OnBinary(ReadOnlyMemory<byte> data);
}
