namespace OpcUa.Client.Subscriptions;

/// <summary>The part of a subscription that a notification path uses.</summary>
public interface ISubscription
{
    /// <summary>Gets the id that the server assigned.</summary>
    uint Id { get; }

    /// <summary>Gets the items, by their handles in notifications.</summary>
    ItemTable Items { get; }

    /// <summary>Counts the values of a message.</summary>
    void CountNotifications(int count);
}
