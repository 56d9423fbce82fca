using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Server.Subscriptions;

/// <summary>Which changes of an item are reported.</summary>
/// <param name="Trigger">What counts as a change.</param>
/// <param name="Deadband">How much a number must change, in its own unit; 0 for anything.</param>
internal readonly record struct ItemFilter(DataChangeTrigger Trigger, double Deadband)
{
    private static readonly ItemFilter s_default = new(DataChangeTrigger.StatusValue, 0);

    /// <summary>Reads what a client asks for.</summary>
    /// <returns>Good, or why there cannot be such an item.</returns>
    public static StatusCode TryRead(ExtensionObject wanted, out ItemFilter filter)
    {
        filter = s_default;
        if (wanted.Body is null)
            return wanted.TypeId == default ? StatusCode.Good : StatusCodes.BadMonitoredItemFilterInvalid;

        DataChangeFilter read;
        try
        {
            if (!DataChangeFilter.TryRead(wanted, out read))
                return StatusCodes.BadMonitoredItemFilterUnsupported;
        }
        catch (DecodingException)
        {
            return StatusCodes.BadMonitoredItemFilterInvalid;
        }

        if (read.DeadbandType == DeadbandType.Percent)
            return StatusCodes.BadMonitoredItemFilterUnsupported; // the variables have no range

        bool isAbsolute = read.DeadbandType == DeadbandType.Absolute;
        if (!Enum.IsDefined(read.Trigger) || !Enum.IsDefined(read.DeadbandType) || (isAbsolute && !(read.DeadbandValue >= 0)))
            return StatusCodes.BadMonitoredItemFilterInvalid;

        filter = new ItemFilter(read.Trigger, isAbsolute ? read.DeadbandValue : 0);
        return StatusCode.Good;
    }

    /// <summary>Whether a value is to be reported.</summary>
    /// <param name="last">The value that was reported last.</param>
    /// <param name="value">The new one.</param>
    public bool Passes(in DataValue last, in DataValue value)
    {
        if (last.StatusCode != value.StatusCode)
            return true;

        return Trigger switch
        {
            DataChangeTrigger.Status => false,
            DataChangeTrigger.StatusValueTimestamp when last.SourceTimestamp != value.SourceTimestamp => true,
            _ => IsOther(last.Value, value.Value),
        };
    }

    private bool IsOther(in Variant last, in Variant value)
    {
        if (last.TryGet(out double before) && value.TryGet(out double now))
            return Deadband > 0 ? !(Math.Abs(now - before) <= Deadband) : !now.Equals(before); // true if one is no number

        return last != value;
    }
}
