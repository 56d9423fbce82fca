namespace Pooling.Samples.Broker;

/// <summary>One subscriber of one topic.</summary>
internal sealed class Subscription(Topic topic, Session session)
{
    public Topic Topic => topic;

    public Session Session => session;

    /// <summary>Gets or sets its place in the topic, which only the topic uses.</summary>
    public int Index { get; set; }
}
