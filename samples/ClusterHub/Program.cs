using Pooling.Samples.ClusterHub;

Console.WriteLine(ClusterNode.MaxPacket);
