namespace Pooling.Buffers;

/// <summary>Represents a writer whose content must not be read while another object holds back a part of it.</summary>
internal interface IContentTarget
{
    /// <summary>The last object that announced to write to this writer; <see langword="null"/> if there is
    /// none.</summary>
    ref IContentHolder? Holder { get; }

    /// <summary>The number of the rental, which is never reused; 0 while closed.</summary>
    long Rental { get; }
}
