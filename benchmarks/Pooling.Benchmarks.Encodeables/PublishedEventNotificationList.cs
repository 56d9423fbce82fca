namespace Pooling.Benchmarks.Encodeables;

/// <summary>A list of events with the published sentinel in place of a version.</summary>
public sealed class PublishedEventNotificationList : PublishedEncodeable
{
    public PublishedEventFieldList[] Events { get; set; } = [];

    public uint SequenceNumber { get; set; }

    public DateTime PublishTime { get; set; }

    public override void Reset()
    {
        Events = [];
        SequenceNumber = 0;
        PublishTime = default;
    }
}
