using Google.Protobuf;

namespace Pooling.GameServer.Protocol;

/// <summary>Determines which exceptions of the protobuf parser mean that its input is malformed.</summary>
internal static class Malformed
{
    // The documented one; that for an invalid wire type; and that for lengths and limits which the parser does not
    // check.
    public static bool Is(Exception? exception) =>
        exception is InvalidProtocolBufferException or InvalidOperationException or IndexOutOfRangeException;
}
