using System.Text.Json;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>A result whose document a callback writes.</summary>
internal sealed class PooledJsonCallbackResult<TState>(
    Action<Utf8JsonWriter, TState> write, TState state, Utf8JsonWriterPool? pool, int? statusCode)
    : PooledJsonResult(pool, statusCode)
{
    private protected override JsonWriterOptions Options => default;

    private protected override void Write(Utf8JsonWriter writer) => write(writer, state);
}
