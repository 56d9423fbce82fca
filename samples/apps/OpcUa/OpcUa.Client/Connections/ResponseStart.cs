using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Client.Connections;

/// <summary>Reads the start of a response without allocating.</summary>
internal static class ResponseStart
{
    /// <summary>Reads the type and the header.</summary>
    /// <param name="decoder">The decoder; afterwards it is at the first field, unless the status is bad.</param>
    /// <param name="type">The expected type of the response.</param>
    /// <returns>The result of the service.</returns>
    /// <exception cref="DecodingException">The data is not a response.</exception>
    public static StatusCode Read(ref BinaryDecoder decoder, uint type)
    {
        uint actual = decoder.ReadMessageId();
        StatusCode status = ReadStatus(ref decoder);
        return status.IsBad || actual == type ? status : StatusCodes.BadUnknownResponse;
    }

    /// <summary>Reads a header.</summary>
    /// <returns>The result of the service.</returns>
    public static StatusCode ReadStatus(ref BinaryDecoder decoder)
    {
        decoder.ReadInt64(); // time
        decoder.ReadUInt32(); // handle
        StatusCode status = decoder.ReadStatusCode();
        decoder.ReadDiagnosticInfo();
        decoder.ReadStrings();
        decoder.SkipExtensionObject();
        return status;
    }
}
