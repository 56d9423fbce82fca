namespace Pooling.GameServer.Before;

/// <summary>The context of a handler, created for each packet, with its properties set by reflection.</summary>
/// <remarks>Published as the baseline of GC-010.</remarks>
internal sealed class BeforeContext<T>
{
    public BeforeConnection Connection { get; set; } = null!;

    public T Packet { get; set; } = default!;
}
