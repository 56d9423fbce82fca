using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Server.Subscriptions;

/// <summary>The filter for reported changes of an item.</summary>
/// <param name="Trigger">The fields whose changes are reported.</param>
/// <param name="Deadband">The minimum change of a number, in its unit; 0 for any change.</param>
internal readonly record struct ItemFilter(DataChangeTrigger Trigger, double Deadband)
{
    private static readonly ItemFilter s_default = new(DataChangeTrigger.StatusValue, 0);

    /// <summary>Reads the filter that a client requested.</summary>
    /// <returns>Good, or the reason why the filter is rejected.</returns>
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
        if (!Enum.IsDefined(read.DeadbandType) || (isAbsolute && !(read.DeadbandValue >= 0)))
            return StatusCodes.BadDeadbandFilterInvalid;

        if (!Enum.IsDefined(read.Trigger))
            return StatusCodes.BadMonitoredItemFilterInvalid;

        filter = new ItemFilter(read.Trigger, isAbsolute ? read.DeadbandValue : 0);
        return StatusCode.Good;
    }

    /// <summary>Returns whether a value is to be reported.</summary>
    /// <param name="last">The last reported value.</param>
    /// <param name="value">The new value.</param>
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
            return Deadband > 0 ? !(Math.Abs(now - before) <= Deadband) : !now.Equals(before); // true if one is NaN

        return last != value;
    }
}
