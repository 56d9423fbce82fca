using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Pooling.Json;

/// <summary>All fields of <see cref="JsonWriterOptions"/>, packed so that two sets of options are compared in two
/// words.</summary>
internal readonly struct JsonOptionsKey
{
    private readonly JavaScriptEncoder? _encoder; // by reference: encoders have no equality
    private readonly ulong _fields;

    // Inlined so that the default value, which most callers use, is packed to a constant.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal JsonOptionsKey(JsonWriterOptions options)
    {
        _encoder = options.Encoder;
        _fields = (uint)options.MaxDepth
            | (ulong)options.IndentCharacter << 32
            | (ulong)(byte)options.IndentSize << 48 // between 0 and 127
            | (ulong)(options.NewLine.Length & 3) << 56 // "\n" or "\r\n"
            | (options.Indented ? 1UL << 58 : 0)
            | (options.SkipValidation ? 1UL << 59 : 0);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool Is(JsonOptionsKey other) => _fields == other._fields && ReferenceEquals(_encoder, other._encoder);
}
