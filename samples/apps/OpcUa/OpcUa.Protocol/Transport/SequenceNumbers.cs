using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>The sequence numbers of chunks in one direction. They increase by one, and wrap around near the maximum (OPC 10000-6,
/// 6.7.2.4).</summary>
internal struct SequenceNumbers
{
    private const uint LastBeforeWrap = uint.MaxValue - 1024;
    private const uint FirstAfterWrap = 1024;

    private uint _last;
    private bool _hasLast;

    /// <param name="last">The number before the next one.</param>
    internal SequenceNumbers(uint last) => (_last, _hasLast) = (last, true);

    /// <summary>Returns the number of the next chunk to send.</summary>
    public uint Next() => _last = _last >= LastBeforeWrap ? 1 : _last + 1;

    /// <summary>Checks the number of a received chunk. The first number is arbitrary.</summary>
    /// <exception cref="TransportException">The number does not follow the previous one.</exception>
    public void Check(uint number)
    {
        if (_hasLast && number != _last + 1 && !(_last >= LastBeforeWrap && number < FirstAfterWrap))
        {
            throw new TransportException(StatusCodes.BadSequenceNumberInvalid,
                $"Chunk {number} arrived after chunk {_last}.");
        }

        (_last, _hasLast) = (number, true);
    }
}
