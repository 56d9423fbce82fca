namespace Pooling.Tour.Sections.Json;

/// <summary>A response of an order service.</summary>
internal interface IJsonDocument
{
    /// <summary>The number of the order. All documents of a kind have the same length.</summary>
    int Id { get; set; }
}
