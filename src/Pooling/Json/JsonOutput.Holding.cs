using Pooling.Buffers;

namespace Pooling.Json;

/// <content>What a target of this library knows about this output.</content>
internal sealed partial class JsonOutput
{
    private JsonContentHold? _hold; // made for the first such target

    /// <summary>Whether its lease has content that the target has not got yet.</summary>
    internal bool HoldsContent => _state == JsonOutputState.Open && (_written > 0 || Writer.BytesPending > 0);

    private void Announce(Stream stream)
    {
        if (stream is BufferWriterStream { Target: { } target })
            Announce(target);
    }

    /// <returns>The rental of the target.</returns>
    private long Announce(IContentTarget target) => (_hold ??= new JsonContentHold(this)).Announce(target);
}
