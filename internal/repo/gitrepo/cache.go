package gitrepo

// key identifies a cached object: by its pack and offset, as deltas do, or by its id.
type key struct {
	pack  *pack
	at    int64
	loose ID
}

// cache keeps recently used objects. It has two generations: when the young one is full it becomes the old one, and
// the old one is dropped. This needs no bookkeeping per use, unlike an LRU list.
type cache struct {
	limit      int64 // bytes of both generations
	young, old map[key]object
	size       int64 // bytes of the young generation
}

func (c *cache) get(k key) (object, bool) {
	if o, ok := c.young[k]; ok {
		return o, true
	}
	o, ok := c.old[k]
	if ok {
		c.put(k, o)
	}
	return o, ok
}

func (c *cache) put(k key, o object) {
	const overhead = 200 // approximate bytes of key, slice and map slot
	cost := int64(len(o.data)) + overhead
	if cost > c.limit/2 {
		return
	}
	if c.young == nil || c.size+cost > c.limit/2 {
		c.old, c.young, c.size = c.young, map[key]object{}, 0
	}
	c.young[k] = o
	c.size += cost
}
