namespace OpcUa.Client.Subscriptions;

/// <summary>What a notification path must know of a subscription.</summary>
public interface ISubscription
{
    /// <summary>The server's number for it.</summary>
    uint Id { get; }

    /// <summary>Its items, by the handles that stand in notifications.</summary>
    ItemTable Items { get; }

    /// <summary>Is told how many values a message brings.</summary>
    void CountNotifications(int count);
}
