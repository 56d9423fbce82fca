using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Makes outputs for one set of options; closes them when their lease ends.</summary>
internal readonly struct JsonOutputPolicy(JsonWriterOptions options) : IItemPolicy<JsonOutput>
{
    public JsonOutput Create() => new(options);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Reset(JsonOutput item) => item.Close();
}
