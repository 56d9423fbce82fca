namespace OpcUa.Protocol.Transport;

/// <summary>Specifies the type of a chunk: the three letters at its start, with the first one in the lowest byte (OPC 10000-6, 6.7.2 and
/// 7.1.2).</summary>
public enum MessageType
{
    None = 0,
    Hello = 'H' | ('E' << 8) | ('L' << 16),
    Acknowledge = 'A' | ('C' << 8) | ('K' << 16),
    Error = 'E' | ('R' << 8) | ('R' << 16),
    OpenChannel = 'O' | ('P' << 8) | ('N' << 16),
    Message = 'M' | ('S' << 8) | ('G' << 16),
    CloseChannel = 'C' | ('L' << 8) | ('O' << 16),
}
