namespace Pooling.GameServer.Before;

/// <summary>A packet that waits to be sent.</summary>
internal sealed class BeforePacket(ushort type, byte[] payload)
{
    public ushort Type => type;

    public byte[] Payload => payload;

    /// <summary>Whether newer packets may replace it.</summary>
    public bool IsState { get; set; }
}
